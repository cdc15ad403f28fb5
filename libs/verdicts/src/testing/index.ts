export { createJudging, createTestJudge } from "./judging.ts";
