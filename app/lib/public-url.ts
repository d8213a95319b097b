/**
 * Public address of the shop, without a trailing slash. The server sets it and the browser finds it in the page, so that both render the
 * same.
 */
let publicUrl = typeof document === 'undefined' ? '' : (document.documentElement.dataset.url ?? window.location.origin)

export function setPublicUrl(url: string): void {
  publicUrl = url
}

export function getPublicUrl(): string {
  return publicUrl
}

/** A path of the shop as a whole address; any other address as it is. */
export function absoluteUrl(address: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? publicUrl + address : address
}
