/** Numbers out of the text of the page: base64 of little-endian floats. */

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) result[i] = text.charCodeAt(i);
  return result.buffer;
}

// typed arrays would read numbers in the order of the machine
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function decodeFloat64(base64: string): Float64Array {
  const buffer = bytes(base64);
  if (buffer.byteLength % 8 !== 0) throw new Error("a column ends within a number");
  if (littleEndian) return new Float64Array(buffer);
  const view = new DataView(buffer);
  return Float64Array.from({ length: buffer.byteLength / 8 }, (_, i) =>
    view.getFloat64(8 * i, true),
  );
}

export function decodeFloat32(base64: string): Float64Array {
  const buffer = bytes(base64);
  if (buffer.byteLength % 4 !== 0) throw new Error("a column ends within a number");
  if (littleEndian) return Float64Array.from(new Float32Array(buffer));
  const view = new DataView(buffer);
  return Float64Array.from({ length: buffer.byteLength / 4 }, (_, i) =>
    view.getFloat32(4 * i, true),
  );
}
