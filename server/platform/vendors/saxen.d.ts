declare module 'saxen' {
  type Decode = (text: string) => string
  /** Parser of XML that calls what is registered for each part. */
  export class Parser {
    on(event: 'openTag', handle: (name: string, attributes: () => Record<string, string>, decode: Decode) => void): this
    on(event: 'closeTag', handle: (name: string) => void): this
    on(event: 'text', handle: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handle: (text: string) => void): this
    on(event: 'error' | 'warn', handle: (error: Error) => void): this
    parse(xml: string): void
  }
}
