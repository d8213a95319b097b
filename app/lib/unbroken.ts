const BEFORE_UNIT = /(?<=\d) (?=(?:mm|cm|m|m²|m³|l|cl|kg|kW|V)(?![\p{L}\p{N}]))/gu

/** A product's name with its sizes, such as "900 × 620" or "50 m", each kept on one line. */
export function unbroken(name: string): string {
  return name.replaceAll(' × ', '\u00a0×\u00a0').replace(BEFORE_UNIT, '\u00a0')
}
