import { defineConfig } from "vite";

/** `npm run web`: the files under `dist`, which are committed, so that a start builds nothing. */
export default defineConfig({
  build: {
    target: "es2023",
    // No inline script: the page's policy allows files of its own origin only.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Parts of several views in two files: as one for each part, a view would begin with twenty requests.
          groups: [
            { name: "parts", test: /web\/src\/(parts|filter|format|data|session)\// },
            { name: "charts", test: /web\/src\/(chart|views\/home)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
