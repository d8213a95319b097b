/**
 * Begins with the scripts of a page once its first view is painted with its first pictures: at once where nobody sees it, and where
 * somebody who is signed in waits for what only scripts show. The file of libraries (vite.config.ts) begins by itself: in one task with
 * all others it would keep a phone from answering.
 */
const BEGIN = `(() => {
  const begin = async () => {
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const library = document.querySelector('link[rel=modulepreload][href^="/assets/library-"]')
    if (library) await import(library.href).catch(() => null)
    const code = document.querySelector('script[type=later]')
    code.after(Object.assign(document.createElement('script'), { type: 'module', text: code.text }))
  }
  if (document.hidden || window.early) return begin()
  const pictures = [...document.querySelectorAll('img[fetchpriority=high]')].map((picture) => picture.decode().catch(() => null))
  const limit = new Promise((end) => setTimeout(end, 1500))
  Promise.race([Promise.all(pictures), limit]).then(() => requestAnimationFrame(() => setTimeout(begin)))
})()`

/** Reads of a page with somebody who is signed in: the session, and the cart where its head links to it. */
const ME = `ask('/api/auth/me')`
const CART = `ask('/api/cart?currency=' + (currency === 'EUR' ? currency : 'USD') + (buyer ? '&country=' + country + '&buyer=' + buyer : ''))`

/**
 * For somebody who is signed in, loads the scripts of a page that shows "Loading..." while its styles load, and asks for what these
 * scripts will ask for. `early` hands each answer over once, to the same session and before any change.
 */
const beginEarly = (reads: string[]) => `try {
  const { auth_token: token, currency = document.documentElement.dataset.currency, market = '' } = localStorage
  if (token) {
    const headers = { accept: 'application/json', authorization: 'Bearer ' + token }
    const ask = (url) => {
      const answer = fetch(url, { headers, signal: AbortSignal.timeout(15000) })
      answer.catch(() => {}) // the read that takes it fails with it
      return [url, answer]
    }
    const [country, buyer] = market.split(' ')
    const answers = new Map([${reads.join(', ')}])
    setTimeout(() => answers.clear(), 15000)
    window.early = (method, url, bearer) => {
      if (method !== 'GET' || bearer !== token) answers.clear()
      const answer = answers.get(url)
      answers.delete(url)
      return answer
    }
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
  }
} catch {}`

/**
 * Puts the preloads of a page's scripts, which React has before the styles, behind `boot.js` as links that load nothing yet, and at its end
 * what begins with all scripts.
 * @param data scripts that may run at once, in front of them
 */
export function scriptsLast(html: string, nonce: string, data: string): string {
  const [body, end] = [html.indexOf('</head>'), html.lastIndexOf('</body>')]
  const preloads: string[] = []
  const head = html.slice(0, body).replace(/<link rel="modulepreload"([^>]*>)/g, (_, rest: string) => {
    preloads.push(`<link rel="later"${rest}`)
    return ''
  })
  const shown = html.slice(body, end).replace(' type="module" async=""', ' type="later"')
  const script = (text: string) => `<script nonce="${nonce}">${text}</script>`
  const isWaiting = shown.includes('<p role="status" class="needs-script')
  if (isWaiting) preloads.push(script(beginEarly(shown.includes('href="/cart"') ? [ME, CART] : [ME])))
  const first = head.replace('<script src="/boot.js"></script>', (boot) => boot + preloads.join(''))
  return `${first}${shown}${data}${script(BEGIN)}${html.slice(end)}`
}
