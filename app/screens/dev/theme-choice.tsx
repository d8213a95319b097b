import { useEffect, useId, useState } from 'react'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const isTheme = (text: string | undefined): text is Theme => THEMES.some((theme) => theme === text)

/** Chooses the theme of the whole shop in this browser; `boot.js` applies it before the first paint. */
export function ThemeChoice() {
  const name = useId()
  const [chosen, setChosen] = useState<Theme>('system')
  useEffect(() => {
    const { theme } = document.documentElement.dataset
    if (isTheme(theme)) setChosen(theme)
  }, [])
  const choose = (theme: Theme) => {
    setChosen(theme)
    if (theme === 'system') {
      delete document.documentElement.dataset.theme
      localStorage.removeItem('theme')
    } else {
      document.documentElement.dataset.theme = theme
      localStorage.setItem('theme', theme)
    }
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
