/**
 * Makes numbers that look random and are the same at every run: whole ones from 0 up to, but without, a limit. The generator is that of the
 * C standard (ISO/IEC 9899, rand); its lowest bits repeat at once, so that the number is made of the highest.
 */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 2 ** 31) * limit)
  }
}
