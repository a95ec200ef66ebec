import { render } from "./library.js";
import { App } from "./app.js";
import "../html/style.css";

const place = document.getElementById("page");
if (place !== null) render(<App />, place);
