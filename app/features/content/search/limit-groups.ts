import type { OptionGroup } from '#app/ui/combobox-dialog.tsx'

/** Keeps the first choices of groups, at most `most` in all: one of each group, then as many as there is room for, in order. */
export function limitGroups(groups: readonly OptionGroup[], most: number): OptionGroup[] {
  let room = Math.max(0, most - groups.length)
  return groups.slice(0, most).map((group) => {
    const options = group.options.slice(0, 1 + room)
    room -= Math.max(0, options.length - 1)
    return { ...group, options }
  })
}
