import type { AnySql } from '#database/sql.ts'
import { awaitsDecision, fullNameOrLogin, instant } from '#store/fragments.ts'

/** `reviewer` null: applications nobody is responsible for. */
export type ReviewerWait = { reviewer: { id: number; name: string } | null; count: number; oldest: string }

/** Applications that await a decision, by who reviews them: the assigned reviewer, else the curator of the project. Longest wait first. */
export async function waitsByReviewer(sql: AnySql): Promise<ReviewerWait[]> {
  return sql<ReviewerWait[]>`
    select case when w.id is not null then json_build_object('id', w.id, 'name', ${fullNameOrLogin(sql, 'w')}) end as reviewer,
      waiting.count, ${instant(sql, 'waiting.oldest')} as oldest
    from (
      select coalesce(r.reviewer_id, p.curator_id) as reviewer_id, count(*)::int as count, min(r.created_at) as oldest
      from request r join project p on p.id = r.project_id where ${awaitsDecision(sql)} group by 1
    ) as waiting left join person w on w.id = waiting.reviewer_id
    order by waiting.oldest, w.id nulls last`
}
