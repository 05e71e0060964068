import type { ApiApp } from '#api/app.ts'
import listConsoleRounds from '#api/console/round.get.ts'
import createRound from '#api/console/round.post.ts'
import type { consoleRoundEndpoints } from '#contract/console/round.ts'
import type { roundPlacingEndpoints } from '#contract/console/round-placing.ts'
import type { RoutesFor } from '#http/handle.ts'
import abandonRound from './by-id/abandon.post.ts'
import announceRound from './by-id/announce.post.ts'
import askForChoices from './by-id/ask.post.ts'
import closeRound from './by-id/close.post.ts'
import endRound from './by-id/end.post.ts'
import forecastRound from './by-id/forecast.post.ts'
import lockTeam from './by-id/lock.put.ts'
import markChoices from './by-id/mark.put.ts'
import placeRound from './by-id/place.post.ts'
import publishRound from './by-id/publish.post.ts'
import listRoundTeams from './by-id/team.get.ts'
import undoPublishing from './by-id/undo.post.ts'
import deleteRound from './by-id.delete.ts'
import getConsoleRound from './by-id.get.ts'
import updateRound from './by-id.put.ts'

export const consoleRoundRoutes = {
  listConsoleRounds,
  createRound,
  getConsoleRound,
  listRoundTeams,
  updateRound,
  deleteRound,
  announceRound,
  closeRound,
  markChoices,
  lockTeam,
  forecastRound,
  askForChoices,
  placeRound,
  publishRound,
  undoPublishing,
  endRound,
  abandonRound,
} satisfies RoutesFor<ApiApp, typeof consoleRoundEndpoints> & RoutesFor<ApiApp, typeof roundPlacingEndpoints>
