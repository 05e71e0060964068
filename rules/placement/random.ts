/** Whole numbers below 2³², from four numbers below 2³²: sfc32 (Chris Doty-Humphrey), which passes PractRand. Not for secrets. */
export function createRandom(seed: readonly [number, number, number, number]): () => number {
  let [a, b, c, counter] = seed
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) next()
  return next
}

/** Every order with the same probability (Fisher–Yates; numbers that would favour some orders are drawn again). */
export function shuffle(list: Int32Array, random: () => number): void {
  for (let last = list.length - 1; last > 0; last--) {
    const count = last + 1
    const limit = 2 ** 32 - (2 ** 32 % count)
    let number = random()
    while (number >= limit) number = random()
    const other = number % count
    const value = list[last]!
    list[last] = list[other]!
    list[other] = value
  }
}
