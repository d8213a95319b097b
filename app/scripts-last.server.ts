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
  const isWaiting = document.documentElement.dataset.session && document.querySelector('main .needs-script[role=status]')
  if (document.hidden || isWaiting) return begin()
  const pictures = [...document.querySelectorAll('img[fetchpriority=high]')].map((picture) => picture.decode().catch(() => null))
  const limit = new Promise((end) => setTimeout(end, 1500))
  Promise.race([Promise.all(pictures), limit]).then(() => requestAnimationFrame(() => setTimeout(begin)))
})()`

/**
 * Puts the preloads of a page's scripts, which React has before the styles, to its end, where `BEGIN` begins with all scripts.
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
  return `${head}${shown}${data}<script nonce="${nonce}">${BEGIN}</script>${preloads.join('')}${html.slice(end)}`
}
