import { useEffect, useState } from "preact/hooks";

const KEY = "ruaflow-theme";
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** Light, dark, or as the system is set; kept in this browser. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }, [theme]);
  return (
    <label>
      <span class="unseen">Colours</span>
      <select value={theme} onChange={(event) => setTheme(toTheme(event.currentTarget.value))}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

function readTheme(): Theme {
  return toTheme(localStorage.getItem(KEY));
}

function toTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}
