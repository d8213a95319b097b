/** Made when a name is first asked for: it takes a phone several milliseconds. */
let names: Intl.DisplayNames | undefined
/** Names that were asked for; `names` takes 20 µs for one and refuses what is no code, so that there are few. */
const found = new Map<string, string>()

/** Returns the name of a country by its code (ISO 3166, two letters); the code itself where nobody knows it. */
export function countryNameOf(code: string): string {
  const known = found.get(code)
  if (known !== undefined) return known
  names ??= new Intl.DisplayNames('en-US', { type: 'region' })
  const name = names.of(code) ?? code
  found.set(code, name)
  return name
}

/** Countries whose names have an article, beside those of islands and territories. */
const WITH_ARTICLE = /^(AE|BQ|BS|CF|DO|GB|GM|IM|KM|MV|NL|PH|US)$/

/** Returns the name of a country for use within a sentence: "the United States", "the Cayman Islands", "Germany". */
export const countryInText = (code: string): string => {
  const name = countryNameOf(code)
  return WITH_ARTICLE.test(code) || /^[^&]* (Islands|Territories|Territory)$/.test(name) ? `the ${name}` : name
}
