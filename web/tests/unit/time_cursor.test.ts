import assert from "node:assert/strict";
import { test } from "node:test";
import { TimeCursor } from "../../src/time_cursor";

test("seeking stays within the motion and tells every listener", () => {
  const cursor = new TimeCursor(1, 5);
  const heard: number[] = [];
  cursor.onChange(() => heard.push(cursor.time));
  cursor.seek(3);
  cursor.seek(99);
  cursor.seek(-99);
  cursor.seek(NaN);
  assert.deepEqual(heard, [3, 5, 1]);
});

test("playing moves on with the clock times the speed, and not while paused", () => {
  const cursor = new TimeCursor(0, 10);
  cursor.advance(1);
  assert.equal(cursor.time, 0);
  cursor.speed = 2;
  cursor.play();
  cursor.advance(1.5);
  assert.equal(cursor.time, 3);
});

test("a loop goes on from the start by what it passed the end", () => {
  const cursor = new TimeCursor(2, 6);
  cursor.seek(5);
  cursor.play();
  cursor.advance(1.5);
  assert.equal(cursor.time, 2.5);
  assert.ok(cursor.playing);
});

test("without loop the motion stops at its end, and playing again starts anew", () => {
  const cursor = new TimeCursor(0, 4);
  cursor.loop = false;
  cursor.play();
  cursor.advance(9);
  assert.equal(cursor.time, 4);
  assert.ok(!cursor.playing);
  cursor.play();
  assert.equal(cursor.time, 0);
});

test("a cursor that follows stays at the newest sample until somebody seeks", () => {
  const cursor = new TimeCursor();
  cursor.follows = true;
  cursor.setRange(0, 1);
  assert.equal(cursor.time, 1);
  cursor.seek(0.5);
  cursor.setRange(0, 2);
  assert.equal(cursor.time, 0.5);
});
