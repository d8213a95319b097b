/** Where people reach the shop, without a slash at the end. The server sets it; the browser finds it in the page, so that both write the same. */
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
