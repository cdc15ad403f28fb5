// `npm run stand-ins`: the base images of the Dockerfile and of docker-compose.yml, from their registries or made here.
import { listBaseImages, provideBaseImages } from "./base-images.ts";

const standIns = await provideBaseImages();
for (const name of listBaseImages()) console.log(`${name}  ${standIns.includes(name) ? "stand-in" : "real"}`);
