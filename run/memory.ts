import { setFlagsFromString } from 'node:v8'

// By default V8 lets the heap grow to several times the live data before a major GC, more on larger machines. The catalog creates little
// long-lived garbage, so a lower growth factor costs nothing measurable and saves a third of the memory at 20,000 projects.
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=30')
