import { useEffect } from 'preact/hooks'
import { getTeamOverview } from '#contract/team-overview.ts'
import type { Team } from '#contract/user.ts'
import { isOnline } from '#ui/server/online.ts'
import { keyOf, prefetchCall } from '#ui/server/query.ts'
import { readSaved } from '#ui/server/saved.ts'
import { session } from '#ui/session/session.ts'

const FRESH_MS = 86_400_000

/** The pages of the person’s teams open offline, also those that were never opened: what this device has not saved in the last day is loaded. */
export function useTeamsOffline(teams: Team[] = []): void {
  const ids = teams.map(({ id }) => id)
  useEffect(() => {
    if ('serviceWorker' in navigator) for (const id of ids) void keepTeam(id)
  }, [ids.join(), isOnline.value, session.value.state])
}

async function keepTeam(id: number): Promise<void> {
  await navigator.serviceWorker.ready // before, the app itself does not open offline
  if (!isOnline.peek() || session.peek().state !== 'signed-in') return
  const input = { params: { id: String(id) } }
  const key = JSON.stringify(keyOf(getTeamOverview, input).slice(0, 2))
  const saved = await readSaved('private', key)
  if (!saved || saved.at < Date.now() - FRESH_MS) await prefetchCall(getTeamOverview, input, true)
}
