/** A remark of the program as part of a text: a capital, a full stop, no marks of code. */
export function sentence(remark: string): string {
  const plain = remark.trim().replaceAll("`", "");
  const begun = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
