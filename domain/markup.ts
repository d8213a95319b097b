const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes `text` for the content of an element or a quoted attribute, in XML and HTML; drops characters that XML does not allow. */
export function escapeMarkup(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
  return allowed.replace(/[&<>"']/g, (sign) => NAMED[sign] ?? '')
}
