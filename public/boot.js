// Runs before the first paint: the chosen currency and theme, so that nothing flashes. A page itself is the same for every visitor.
try {
  const root = document.documentElement
  if (localStorage.getItem('currency') === 'EUR') root.dataset.currency = 'EUR'
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('auth_token')) root.dataset.session = 'stored'
} catch {
  // storage is closed: dollars and the system's theme
}
