/** What a payload does if it runs. */
const RUN = "window.ran=(window.ran||0)+1";

/**
 * Texts that run, or ask for something, where they are taken for markup or for an address. Each names itself, so that a test sees
 * whether it was shown.
 */
export const payloads: Readonly<Record<string, string>> = {
  image: `<img src="/none-image" onerror="${RUN}">`,
  drawing: `"><svg onload="${RUN}"></svg>`,
  script: `<script>${RUN}</script>`,
  frame: `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  details: `<details open ontoggle="${RUN}">`,
  focus: `<input autofocus onfocus="${RUN}">`,
  link: `<a href="javascript:${RUN}">x</a>`,
  style: `<style>@import "https://attacker.example/x.css";</style>`,
  picture: `<img src="https://attacker.example/pixel.png">`,
  address: `javascript:${RUN}`,
  template: `{{constructor.constructor('${RUN}')()}}`,
  quote: `'-(${RUN})-'`,
  end: `</script><script>${RUN}</script>`,
  base: `<base href="https://attacker.example/">`,
  form: `<form action="https://attacker.example/"><button>x</button></form>`,
};

/** Those that run by themselves once they are markup. */
export const RUNNING = ["image", "frame", "details"];
