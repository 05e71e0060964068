import type { ApiApp } from '#api/app.ts'
import listRounds from '#api/round.get.ts'
import type { roundEndpoints } from '#contract/round.ts'
import type { RoutesFor } from '#http/handle.ts'
import getBundle from './by-slug/bundle.json.get.ts'
import listChoices from './by-slug/choices.get.ts'
import orderChoices from './by-slug/choices.put.ts'
import getRound from './by-slug.get.ts'

export const roundRoutes = { listRounds, getRound, getBundle, listChoices, orderChoices } satisfies RoutesFor<ApiApp, typeof roundEndpoints>
