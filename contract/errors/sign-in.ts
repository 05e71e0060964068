import type { ErrorEntry } from './entry.ts'

// Who is calling, and whether they may.
export const signInErrors = {
  duplicate_authorization: {
    status: 400,
    title: { en: 'Two Authorization headers', ru: 'Два заголовка Authorization' },
    detail: { en: 'Send one Authorization header, or none.', ru: 'Пришлите один заголовок Authorization или ни одного.' },
  },
  verifier_unexpected: {
    status: 400,
    title: { en: 'This code was asked for without PKCE', ru: 'Этот код запрошен без PKCE' },
    detail: {
      en: 'The sign-in began without code_challenge, so codeVerifier has no place here. The code is used up; start the sign-in again.',
      ru: 'Вход начат без code_challenge, поэтому codeVerifier здесь лишний. Код погашен; начните вход заново.',
    },
  },
  not_signed_in: {
    status: 401,
    title: { en: 'Sign in first', ru: 'Сначала войдите' },
    detail: {
      en: 'This call needs the access token of a signed-in person in the Authorization header.',
      ru: 'Для этого вызова нужен токен доступа вошедшего человека в заголовке Authorization.',
    },
  },
  invalid_token: {
    status: 401,
    title: { en: 'You are no longer signed in', ru: 'Вход больше не действует' },
    detail: {
      en: 'The access token has run out, its session was ended, or it is not one of ours. Refresh it, or sign in again.',
      ru: 'Срок токена истёк, сеанс завершён или токен не наш. Обновите его или войдите снова.',
    },
  },
  sign_in_again: {
    status: 401,
    title: { en: 'Sign in again to do this', ru: 'Для этого войдите заново' },
    detail: {
      en: 'This action needs a sign-in that is at most {hours} hours old. Sign in again and repeat it.',
      ru: 'Для этого действия вход должен быть не старше {hours} ч. Войдите заново и повторите.',
    },
  },
  code_invalid: {
    status: 401,
    title: { en: 'This sign-in code does not work', ru: 'Этот код входа не действует' },
    detail: {
      en: 'The code is unknown, was already used, or is older than a minute. Start the sign-in again.',
      ru: 'Код неизвестен, уже использован или старше минуты. Начните вход заново.',
    },
  },
  pkce_mismatch: {
    status: 401,
    title: { en: 'This code belongs to another sign-in', ru: 'Этот код от другого входа' },
    detail: {
      en: 'codeVerifier, clientId or redirectUri do not fit the start of the sign-in. The code is used up; start again.',
      ru: 'codeVerifier, clientId или redirectUri не подходят к началу входа. Код погашен; начните заново.',
    },
  },
  refresh_invalid: {
    status: 401,
    title: { en: 'This is no refresh token of ours', ru: 'Это не наш токен обновления' },
    detail: {
      en: 'The refresh token is missing or cannot be read. Sign in again.',
      ru: 'Токена обновления нет, или он не читается. Войдите снова.',
    },
  },
  refresh_expired: {
    status: 401,
    title: { en: 'The sign-in has run out', ru: 'Срок входа истёк' },
    detail: {
      en: 'This session was not used for too long, or is too old. Sign in again.',
      ru: 'Сеанс слишком долго не использовался или слишком стар. Войдите снова.',
    },
  },
  refresh_reused: {
    status: 401,
    title: { en: 'This sign-in was ended for safety', ru: 'Вход завершён ради безопасности' },
    detail: {
      en: 'An old refresh token was used again, as a thief would. The session is ended everywhere; sign in again.',
      ru: 'Старый токен обновления использован повторно, как это сделал бы вор. Сеанс завершён везде; войдите снова.',
    },
  },
  session_revoked: {
    status: 401,
    title: { en: 'This session was ended', ru: 'Этот сеанс завершён' },
    detail: {
      en: 'Someone signed out of it, or it was ended by the directory. Sign in again.',
      ru: 'Из него вышли, или его завершил каталог. Войдите снова.',
    },
  },
  account_disabled: {
    status: 403,
    title: { en: 'This account is switched off', ru: 'Эта учётная запись отключена' },
    detail: { en: 'Ask the people who run the directory.', ru: 'Обратитесь к администраторам каталога.' },
  },
  origin_not_allowed: {
    status: 403,
    title: { en: 'This page may not sign people in', ru: 'С этой страницы входить нельзя' },
    detail: {
      en: 'A sign-in kept in a cookie works only from the directory’s own web client and origins in CORS_ORIGINS.',
      ru: 'Вход, хранимый в cookie, работает только из веб-клиента каталога и адресов из CORS_ORIGINS.',
    },
  },
  not_permitted: {
    status: 403,
    title: { en: 'You may not do this', ru: 'Вам это не разрешено' },
    detail: { en: 'This call is for the directory’s {who}.', ru: 'Этот вызов — для: {who}.' },
  },
  session_not_found: {
    status: 404,
    title: { en: 'No such session', ru: 'Такого сеанса нет' },
    detail: {
      en: 'You have no session with this number, or it has ended already.',
      ru: 'У вас нет сеанса с таким номером, или он уже завершён.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
