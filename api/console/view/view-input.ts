import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS, type SavedView } from '#contract/console/view.ts'
import { Refusal } from '#http/response/problem.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { readViewQuery, whyNotChangeView } from '#rules/console/saved-view.ts'
import { readId } from '#rules/id.ts'
import { readName } from '#rules/text/text.ts'
import type { StoredView, ViewValues } from '#store/saved-view.ts'

// Shared by the endpoints of saved views.

const ownerIdOf = ({ owner }: StoredView): number | null => owner?.id ?? null

export const viewOf = (view: StoredView, caller: Caller): SavedView => ({
  ...view,
  mayChange: whyNotChangeView({ ...view, ownerId: ownerIdOf(view) }, caller) === null,
})

/** A view that the caller may change, of those they can see. */
export function viewIn(views: readonly StoredView[], given: string, caller: Caller): StoredView {
  const id = readId(given)
  const view = views.find((one) => one.id === id)
  const why = view ? whyNotChangeView({ ...view, ownerId: ownerIdOf(view) }, caller) : 'view_not_found'
  if (why) throw new Refusal(why, { id, owner: view?.owner?.name ?? '–' })
  return view!
}

/** The validated values; `views` are the other ones the caller can see. */
export function viewFrom(
  draft: ViewValues & { list: StoredView['list'] },
  views: readonly StoredView[],
  ownerId: number | null,
): ViewValues {
  const name = readName(draft.name)
  if (name === null) throw new Refusal('invalid_name')
  const { isShared, list } = draft
  // Those that count for the same limit, and among which the name must be unique.
  const rivals = views.filter((view) => view.isShared === isShared && (isShared || ownerIdOf(view) === ownerId))
  const most = isShared ? MOST_SHARED_VIEWS : MOST_OWN_VIEWS
  if (rivals.length >= most) throw new Refusal('too_many_views', { most })
  if (rivals.some((view) => view.list === list && view.name.toLowerCase() === name.toLowerCase()))
    throw new Refusal('view_name_taken', { name })
  return { name, query: readViewQuery(draft.query), isShared }
}
