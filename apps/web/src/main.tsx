import { render } from "preact";
import { App } from "./app.tsx";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import "./styles/chart.css";
import "./styles/domains.css";
import "./styles/home.css";
import "./styles/map.css";
import "./styles/reports.css";
import "./styles/first-run.css";
import "./styles/senders.css";
import "./styles/traffic.css";
import "./styles/attention.css";
import "./styles/palette.css";

const place = document.getElementById("page");
if (place) render(<App />, place);
