import { render } from "./library.js";
import { Console } from "./console.js";
import { applyTheme } from "./theme.js";
import "./console.css";
import "./studio.css";

applyTheme();
const place = document.getElementById("page");
if (place !== null) render(<Console />, place);
