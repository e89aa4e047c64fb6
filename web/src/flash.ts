import type { ContactStory } from "./data";

/** The part of the run for which an impact is seen after it. */
export const flashPart = 0.01;

/** How strong the flash of an impact still is at a time: 1 in its instant, 0 before it and when it is over. */
export function flashAt(t: number, impact: number, span: number): number {
  const lasts = flashPart * span;
  return t < impact || t >= impact + lasts || lasts <= 0 ? 0 : 1 - (t - impact) / lasts;
}

/** The largest impulse of all contacts, whatever its sign. */
export function strongestImpulse(contacts: ContactStory[]): number {
  const impulses = contacts.flatMap(({ impacts }) => impacts.map(({ impulse }) => Math.abs(impulse)));
  return impulses.reduce((most, impulse) => Math.max(most, impulse), 0);
}

export interface Flash {
  t: number; // of its impact
  strength: number; // 0 to 1: beside the strongest, and faded
}

/** The brightest flash of a contact at a time; none between its impacts. */
export function brightest(
  contact: ContactStory,
  t: number,
  span: number,
  strongest: number,
): Flash | null {
  let found: Flash | null = null;
  for (const impact of contact.impacts) {
    const strength =
      flashAt(t, impact.t, span) * Math.sqrt(Math.abs(impact.impulse) / strongest);
    if (strength > (found?.strength ?? 0)) found = { t: impact.t, strength };
  }
  return found;
}
