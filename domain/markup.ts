const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * `text` made safe for the content of an element or a quoted attribute, in XML and HTML alike; characters that XML cannot have are left out.
 * Whoever writes markup as text uses this, nothing else.
 */
export function escapeMarkup(text: string): string {
  const allowed = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
  return allowed.replace(/[&<>"']/g, (sign) => NAMED[sign] ?? '')
}
