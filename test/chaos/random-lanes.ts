// Loaded before the product by `npm run chaos -- --lanes`: each report takes a lane at random, also one that is sent again.
import { replaceLaneChooser } from "../support/replace-lane-chooser.ts";

replaceLaneChooser("Math.random() < 0.5 ? 'live' : 'bulk'");
