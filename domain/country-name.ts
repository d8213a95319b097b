const NAMES = /* @__PURE__ */ new Intl.DisplayNames('en-US', { type: 'region' })

/** Returns the name of a country by its code (ISO 3166, two letters); the code itself where nobody knows it. */
export const countryNameOf = (code: string): string => NAMES.of(code) ?? code

/** Returns the name of a country as it stands in a sentence: "the United States", "Germany". */
export const countryInText = (code: string): string => (/^(US|GB|AE|NL)$/.test(code) ? `the ${countryNameOf(code)}` : countryNameOf(code))
