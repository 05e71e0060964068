// A directory as a careful programmer writes it with Express and SQL: prepared statements, indexes, full-text search, a pool.
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ max: 10 })
const app = express()
const PAGE = 5
const columns = `p.id, p.slug, p.name, p.short_description as "shortDescription", p.date_start as "dateStart", p.date_end as "dateEnd",
  p.enrollment_start as "enrollmentStart", p.enrollment_end as "enrollmentEnd", p.client, p.team_limit as "teamLimit",
  coalesce((select array_agg(t.tag_id order by t.tag_id) from project_tag t where t.project_id = p.id), '{}') as tags`
const order = 'order by p.date_start desc nulls last, p.name, p.id'

async function listPage(response, name, where, values, page) {
  const offset = (page - 1) * PAGE
  const [rows, count] = await Promise.all([
    pool.query({
      name,
      text: `select ${columns} from project p where ${where} ${order} limit ${PAGE} offset $${values.length + 1}`,
      values: [...values, offset],
    }),
    pool.query({ name: `${name}-count`, text: `select count(*)::int as total from project p where ${where}`, values }),
  ])
  response.json({ projects: rows.rows, total: count.rows[0].total })
}

app.get('/projects', (request, response) => listPage(response, 'list', 'true', [], Number(request.query.page ?? 1)))
app.get('/projects/open', ({ query }, response) =>
  listPage(
    response,
    'open',
    `(p.enrollment_start is null or p.enrollment_start <= $1) and (p.enrollment_end is null or p.enrollment_end >= $1)
      and p.id in (select t.project_id from project_tag t where t.tag_id = $2)`,
    [query.today, Number(query.tag)],
    Number(query.page ?? 1),
  ),
)
app.get('/projects/search', ({ query }, response) =>
  listPage(response, 'search', `p.words @@ websearch_to_tsquery('simple', $1)`, [query.text], Number(query.page ?? 1)),
)
app.get('/projects/:slug', async (request, response) => {
  const { rows } = await pool.query({
    name: 'detail',
    text: `select ${columns}, p.description, p.developer_requirements as "developerRequirements",
      p.project_requirements as "projectRequirements" from project p where p.slug = $1`,
    values: [request.params.slug],
  })
  if (rows.length === 0) return response.status(404).json({ message: 'no such project' })
  response.json(rows[0])
})
app.listen(Number(process.env.PORT), '127.0.0.1')
