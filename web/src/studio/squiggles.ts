import { tokens, type Token } from "../highlight";
import type { Mistake } from "./api";

/** A token and whether it is part of a mistake. */
export interface Piece extends Token {
  wrong: boolean;
}

/**
 * The pieces of one line, cut where mistakes begin and end. Columns count Unicode characters, which
 * may take two units of a string. A mistake past the end of the line gets a blank of its own to
 * stand under.
 */
export function pieces(line: string, mistakes: Pick<Mistake, "column" | "length">[]): Piece[] {
  const characters = [...line];
  const wrong = characters.map(() => false);
  let beyond = false;
  for (const { column, length } of mistakes) {
    for (let i = column - 1; i < column - 1 + Math.max(length, 1); ++i) {
      if (i < characters.length) wrong[i] = true;
      else beyond = true;
    }
  }
  const result: Piece[] = [];
  let place = 0;
  for (const { kind, text } of tokens(line)) {
    for (const character of text) {
      const last = result.at(-1);
      if (last && last.kind === kind && last.wrong === wrong[place]) last.text += character;
      else result.push({ kind, text: character, wrong: wrong[place] });
      ++place;
    }
  }
  if (beyond && !wrong.some((is) => is)) result.push({ kind: "", text: " ", wrong: true });
  return result;
}
