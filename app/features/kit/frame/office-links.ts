import type { LinkDescriptor } from 'react-router'
import tableFont from '#app/fonts/archivo-table.woff2?url'

/** Returns what a page of the back office loads before its script: the font of its lists, so that nothing wraps anew when it comes. */
export const officeLinks = (): LinkDescriptor[] => [
  { rel: 'preload', href: tableFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]
