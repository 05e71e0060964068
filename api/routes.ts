import type { Route } from '#http/handle.ts'
import type { ApiApp } from './app.ts'
import listPlatforms from './platform.get.ts'
import listActiveProjects from './project/active.get.ts'
import getProject from './project/by-slug.get.ts'
import listFileTypes from './project/file-type.get.ts'
import findProjects from './project/findmany.post.ts'
import listNewProjects from './project/new.get.ts'
import findTags from './tag/filters/by-query.get.ts'
import listTags from './tag.get.ts'
import findRoles from './user/role/by-query.get.ts'
import listRoles from './user/role.get.ts'
import endSession from './user/sessions/by-id.delete.ts'
import endOtherSessions from './user/sessions.delete.ts'
import listSessions from './user/sessions.get.ts'

// Every call of the main API, by hand: what is not here does not exist.
export const apiRoutes: Route<ApiApp>[] = [
  listActiveProjects,
  listNewProjects,
  findProjects,
  listFileTypes,
  getProject,
  listRoles,
  findRoles,
  listTags,
  findTags,
  listPlatforms,
  listSessions,
  endSession,
  endOtherSessions,
]
