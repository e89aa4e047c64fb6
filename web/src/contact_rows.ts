import type { ContactStory, MotionHeader } from "./data";
import type { Table } from "./table";

type Phase = ContactStory["phases"][number]["phase"];

/** Whether a row holds in a phase: the gap while the contact is closed, slip while it sticks. */
export function holdsIn(isSlip: boolean, phase: Phase): boolean {
  return isSlip ? phase === "stick" : phase !== "open";
}

/**
 * Takes the residuals of contacts out of a table where their rows are no constraints: the gap of an
 * open contact is no error. At a change the row must hold before and after.
 */
export function leaveOutOpenRows(
  motion: MotionHeader,
  table: Table,
  contacts: ContactStory[],
): void {
  for (const contact of contacts) {
    const rows = motion.constraints.find(({ name }) => name === contact.name)?.rows ?? [];
    for (const { name, residual, rate } of rows) {
      const isSlip = name === `${contact.name}.slip`;
      const off = contact.phases.filter(({ phase }) => !holdsIn(isSlip, phase));
      const isOff = (t: number): boolean => off.some(({ from, until }) => from <= t && t <= until);
      for (const column of [residual, rate]) table.blank(column, isOff);
    }
  }
}
