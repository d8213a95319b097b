import type { LinkDescriptor, MetaDescriptor } from 'react-router'
import { titleAt } from '#app/features/kit/office-places.ts'
import tableFont from '#app/fonts/archivo-table.woff2?url'
import { getShop } from '#app/lib/shop.ts'

/** Returns what a page of the back office loads before its script: the font of its lists, so that nothing wraps anew when it comes. */
export const officeLinks = (): LinkDescriptor[] => [
  { rel: 'preload', href: tableFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

/** Returns the title of a screen of the menu. Screens of single records have their own. */
export const officeMeta = ({ location }: { location: { pathname: string } }): MetaDescriptor[] => [
  { title: `${titleAt(location.pathname)} | ${getShop().name}` },
  { name: 'robots', content: 'noindex' },
]
