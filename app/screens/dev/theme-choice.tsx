import { useId, useState } from 'react'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { browserStorage } from '#app/lib/storage.ts'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const isTheme = (text: string | undefined): text is Theme => THEMES.some((theme) => theme === text)

/** The theme of the document; `system` where none was chosen. */
function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return isTheme(theme) ? theme : 'system'
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
  } else {
    document.documentElement.dataset.theme = theme
  }
  browserStorage.write('theme', theme === 'system' ? null : theme)
}

/** Chooses the theme of the whole shop in this browser; `boot.js` applies it before the first paint. */
export function ThemeChoice() {
  const name = useId()
  const isHydrated = useIsHydrated()
  const [picked, setPicked] = useState<Theme | null>(null)
  const chosen = picked ?? (isHydrated ? readTheme() : 'system')
  const choose = (theme: Theme) => {
    setPicked(theme)
    applyTheme(theme)
  }
  return (
    <fieldset className="flex items-center gap-x-4">
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className="flex min-h-11 items-center gap-2 capitalize">
          <input type="radio" name={name} value={theme} checked={chosen === theme} onChange={() => choose(theme)} />
          {theme}
        </label>
      ))}
    </fieldset>
  )
}
