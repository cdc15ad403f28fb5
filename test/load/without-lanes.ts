// Loaded before the apps in the control run of the bench's part lanes: every report goes to the live lane.
import { replaceLaneChooser } from "../support/replace-lane-chooser.ts";

replaceLaneChooser("'live'");
