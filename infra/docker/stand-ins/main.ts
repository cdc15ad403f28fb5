// `npm run stand-ins`: the base images of the Dockerfile and of docker-compose.yml, from their registries or made here.
import { listBaseImages, provideImages } from "./base-images.ts";

const standIns = await provideImages(listBaseImages());
for (const name of listBaseImages()) console.log(`${name}  ${standIns.includes(name) ? "stand-in" : "real"}`);
