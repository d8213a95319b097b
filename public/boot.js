// Runs before the first paint: the chosen currency, market and theme, so that nothing flashes. A page itself is the same for every visitor.
try {
  const root = document.documentElement
  const currency = localStorage.getItem('currency') // the page itself has the shop's default
  if (currency === 'EUR') root.dataset.currency = 'EUR'
  else if (currency) delete root.dataset.currency
  const market = localStorage.getItem('market')
  if (market) {
    const { country, buyer } = JSON.parse(root.dataset.shop).market
    if (market !== `${country} ${buyer}`) {
      root.dataset.market = 'other' // its prices are read when the page is awake
      setTimeout(() => delete root.dataset.market, 4000)
    }
  }
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('auth_token')) root.dataset.session = 'stored'
} catch {
  // storage is closed: the shop's currency and the system's theme
}
