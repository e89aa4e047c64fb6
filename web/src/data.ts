/** What the program tells the pages: the typed form of the contract with its C++ side. */

/** Number of a column of the table. */
export type Index = number;
/** Two or three columns. */
export type Point = Index[];

export interface Column {
  name: string; // empty for parts of the scene
  unit?: string;
  constant?: number | null; // the value when it never changes; null: not a number
  f4?: string; // else base64 of little-endian Float32 or Float64; neither in a stream
  f8?: string;
}

export type ShapeKind =
  | "point"
  | "line"
  | "path"
  | "disk"
  | "box"
  | "sphere"
  | "ellipsoid"
  | "frame"
  | "bar"
  | "ball"
  | "ground";

export interface Shape {
  what: ShapeKind;
  name: string;
  points: Point[]; // line: two or more; bar: its ends; else the centre or the origin
  radius?: Index; // point, disk, sphere, bar, ball; the size of the ground
  normal?: Point; // disk in 3-D; towards the ground
  spoke?: Point; // a vector that turns with a disk
  size?: Point; // box: full edge lengths
  angle?: Index; // box in 2-D, radians
  axes?: Point[]; // unit vectors of a frame or a box in 3-D, half axes of an ellipsoid
  body?: number; // of a mechanism: one colour a body
}

/** Force of one constraint at one point, in its two parts; or what a joint does to a body. */
export interface Arrow {
  constraint: string; // or the joint
  on?: string; // the body on which a joint acts
  moment?: Point; // about the joint's point; one column in 2-D
  at: Point;
  ideal: Point;
  nonideal: Point;
}

export interface ConstraintRow {
  name: string;
  lambda: Index;
  total: Index;
  unique: Index;
  residual: Index;
  rate: Index;
}

export interface Constraint {
  name: string;
  level: "position" | "velocity" | "acceleration";
  text: string;
  rows: ConstraintRow[];
  forces: { coordinate: string; ideal: Index; nonideal: Index }[];
  power: Index;
}

export interface Parameter {
  name: string;
  value: number;
  unit?: string;
}

export interface Scene {
  dimension: 2 | 3;
  up?: number[]; // in 3-D; without it, z
  is_default: boolean;
  shapes: Shape[];
  arrows: Arrow[];
  notes: string[];
}

export type FigureName = "a" | "Ta" | "Na" | "c" | "Nc" | "Be" | "Bb" | "q" | "d";

export interface Figure {
  vectors: Record<FigureName, { along: Index; across: Index; length: Index; hidden: Index }>;
  note: string;
}

export interface AuditRow {
  what: string;
  value: number;
  bound?: number;
  ok?: boolean;
  note: string;
}

/** A line of the model's check block. */
export interface Check {
  text: string;
  ok: boolean;
  figure: string;
}

/** What a contact did: its phases one after the other, and its impacts. */
export interface ContactStory {
  name: string;
  phases: { from: number; until: number; phase: "open" | "rest" | "stick" | "slip" }[];
  impacts: { t: number; impulse: number; lost: number }[];
}

export interface End {
  outcome: { words: string; complete: boolean; t: number };
  events: { t: number; what: string }[];
  found_start?: Record<string, { value: number; guess: number | null }>; // where any of it was not given
  other_starts?: Record<string, number>[]; // with the same given values
  audit: { verdict: string; ok: boolean; rows: AuditRow[] };
  contacts?: ContactStory[]; // of a model that has some
  shared_joints?: string[]; // whose reactions are not unique
  checks?: Check[]; // of a model that has some
  facts: {
    steps: number;
    evaluations: number;
    derive: number;
    compile: number;
    run: number;
    rank: number;
    freedoms: number;
  };
}

/** A motion without its end: what a stream begins with. */
export interface MotionHeader {
  format: 1;
  program: string;
  title: string;
  file: string;
  model: string;
  parameters: Parameter[];
  latex: { title: string; body: string }[];
  samples: { shown: number; of: number };
  columns: Column[]; // columns[0] is t
  coordinates: { name: string; q: Index; v: Index; a: Index }[];
  constraints: Constraint[];
  energy: {
    value: Index;
    deviation: Index;
    work: { applied: Index; ideal: Index; nonideal: Index; time: Index };
  };
  rank: Index;
  singular_values: Index[];
  watches: Index[];
  scene: Scene;
  figure: Figure | null;
}

export interface MotionData extends MotionHeader {
  end: End;
}
