// Runs before the first paint: the chosen currency, market and theme, so that nothing flashes. A page itself is the same for every visitor.
try {
  const root = document.documentElement
  const currency = localStorage.getItem('currency') // the page itself has the shop's default
  if (currency === 'EUR') root.dataset.currency = 'EUR'
  else if (currency) delete root.dataset.currency
  const shop = JSON.parse(root.dataset.shop ?? '{}')
  const stored = localStorage.getItem('market')
  const market = shop.countries?.includes(stored?.split(' ')[0]) ? stored : null
  if (market) {
    const { country, buyer } = shop.market
    const destination = market.split(' ')[0]
    const isEu = shop.euCountries?.includes(destination)
    if (isEu && market.endsWith(' consumer')) root.dataset.law = 'eu'
    else delete root.dataset.law
    if (!isEu && destination !== country) root.dataset.shipping = 'zone' // the shop's rates with their threshold don't count there
    if (market !== `${country} ${buyer}`) {
      root.dataset.market = 'other' // its prices are read when the page is awake
      setTimeout(() => delete root.dataset.market, 4000)
    }
  }
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('auth_token')) root.dataset.session = 'stored'
  if (root.dataset.session || localStorage.getItem('pending_cart_items')) root.dataset.cart = 'stored'
} catch {
  // storage is closed: the shop's currency and the system's theme
}
// where the browser denies it, the router's own script, which reads where the page was scrolled to, has one that lasts as long as the page
try {
  sessionStorage.getItem('')
} catch {
  const value = Object.create({
    getItem(key) {
      return this[key] ?? null
    },
    setItem(key, text) {
      this[key] = text
    },
    removeItem(key) {
      delete this[key]
    },
  })
  Object.defineProperty(window, 'sessionStorage', { value, configurable: true })
}
// Buttons of the page that do nothing yet: it presses them again once they do (app/ui/take-over.tsx).
window.pressed = []
{
  let ofPage
  addEventListener('DOMContentLoaded', () => {
    ofPage = new WeakSet(document.querySelectorAll('button'))
  })
  const isAlive = (button) => Object.keys(button).some((key) => key.startsWith('__react'))
  const sendsItself = (button) => button.type === 'submit' && (button.hasAttribute('formaction') || button.form?.getAttribute('action'))
  const asleep = (event) => {
    const button = event.target instanceof Element && event.target.closest('button')
    const isOurs = button && (!ofPage || ofPage.has(button))
    return isOurs && !button.popoverTargetElement && !sendsItself(button) && !isAlive(button) ? button : null
  }
  // React may wake the part for a press, or stop it where the part's script is not there
  addEventListener(
    'click',
    (event) => {
      const button = asleep(event)
      if (button) setTimeout(() => isAlive(button) || pressed.push(button))
    },
    true,
  )
  addEventListener('click', (event) => asleep(event) && event.preventDefault())
}
// The key that opens the search, and what is typed after it outside of fields and buttons: the search takes them once it is there
// (open-search.tsx). Whoever types into a field instead wants no search.
window.onkeydown = (event) => {
  const { searched } = window
  const { key, target } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (event.altKey || !document.querySelector('.search-button')) return
  const isText = searched !== undefined && target === document.body && !isCommand && (key.length === 1 || key === 'Backspace')
  const isInField = target.closest?.('input, textarea, select, [contenteditable]')
  const opens = isCommand ? key.toLowerCase() === 'k' && !event.shiftKey : key === '/' && !isInField
  if (isText) window.searched = key.length > 1 ? searched.slice(0, -1) : searched + key
  else if (opens) {
    window.searched = ''
    document.activeElement?.blur()
  } else {
    if (isInField && !isCommand) window.searched = undefined
    return
  }
  event.preventDefault()
}
