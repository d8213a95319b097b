/** The pages to link from `page`: the first, the last and the neighbours; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, 2, page - 1, page, page + 1, pages - 1, pages].filter((number) => number >= 1 && number <= pages))
  const numbers = [...shown].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const previous = numbers[index - 1]
    if (previous === undefined || number === previous + 1) return [number]
    return number === previous + 2 ? [previous + 1, number] : [null, number]
  })
}
