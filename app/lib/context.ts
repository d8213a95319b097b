import { createContext } from 'react-router'
import type { Api } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/** In-process calls, for a page rendered on the server. */
export const apiContext = createContext<Api<Contract>>()
/** True while a page is rendered again because a read failed: it then says that the shop is unavailable. */
export const awayContext = createContext(false)
/** Marks the scripts of a rendering as ours; it is taken out before the page is sent. */
export const nonceContext = createContext<string>()
