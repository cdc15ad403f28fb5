/** The product's logo with its name: a stack of reports. Its colours are legible on light and dark backgrounds. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="32" viewBox="0 0 128 32" role="img" aria-label="Ruaflow">
<rect x="2" y="6" width="20" height="4" rx="2" fill="#3b82c4"/>
<rect x="2" y="14" width="26" height="4" rx="2" fill="#2f9e77"/>
<rect x="2" y="22" width="14" height="4" rx="2" fill="#c2703d"/>
<text x="36" y="23" font-family="sans-serif" font-size="20" fill="#8fa3b0">Ruaflow</text>
</svg>`;
