import "uplot/dist/uPlot.min.css";
import "./styles/base.css";
import "./styles/viewer.css";
import "./styles/plots.css";
import "./styles/text.css";
import "./styles/studio.css";
import "./styles/print.css";
import { printWhole } from "./print";
import { gallery } from "./studio/api";
import { Studio } from "./studio/studio_page";
import { openDoor } from "./test_door";

const page = document.getElementById("page")!;
const studio = new Studio(page);
openDoor(() => studio.current());
printWhole(() => studio.current());

gallery().then(
  (examples) => studio.offer(examples),
  (error: Error) => studio.say(`The program does not answer: ${error.message}`, "bad"),
);
