import { createContext, type ReactNode, useContext } from 'react'

/** Markup of parts by name, and the mark of their places in the page that the server renders. */
interface Keeping {
  texts: Map<string, string>
  mark: string
}

/** Null in the browser. */
export const KeptContext = createContext<Keeping | null>(null)

/**
 * A part whose markup follows from the settings of the shop and from its name alone. The server renders it once and keeps it as text; the
 * browser wakes it up as any other.
 */
export function Kept({ name, children }: { name: string; children: ReactNode }) {
  const keeping = useContext(KeptContext)
  if (!keeping) return children
  return <template data-kept={`${keeping.mark} ${name}`}>{!keeping.texts.has(name) && children}</template>
}

/** Puts the markup of its parts into a page, and keeps what was not known. */
export function fillKept(html: string, { texts, mark }: Keeping): string {
  const places = new RegExp(`<template data-kept="${mark} ([^"]*)">([^]*?)</template>`, 'g')
  return html.replace(places, (_, name: string, made: string) => {
    const text = texts.get(name) ?? made
    texts.set(name, text)
    return text
  })
}
