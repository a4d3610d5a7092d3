"""The HTTP side of people: me, recovery, tokens, blocks.

Profiles have `profile_routes.py`, reports the room `moderation`.
"""

from __future__ import annotations

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody

from djambi.server.errors import RequestRefused
from djambi.server.people.cookies import known_browser_cookie, session_cookie
from djambi.server.people.me_routes import me_view, people_of
from djambi.server.people.presenter import person_view, token_view
from djambi.server.people.schemas import (
    AcceptedView,
    BlocksView,
    CreatedTokenView,
    EmailBody,
    EraseBody,
    GuestBody,
    KeyBody,
    LanguageBody,
    MeView,
    NameBody,
    NewPasswordBody,
    PasswordBody,
    RecoverBody,
    RegisterBody,
    SignInBody,
    TokenBody,
    TokensView,
)
from djambi.server.people.service import AccountService
from djambi.server.security.current_user import (
    account_of,
    address_of,
    in_person,
    visitor_of,
)
from djambi.server.security.endpoints import NO_STORE, Endpoint
from djambi.server.security.http_requests import HttpRequest, cookie_value
from djambi.server.security.request_policy import known_cookie
from djambi.server.storage.people import Account


def _browser(request: HttpRequest) -> str:
    """Return the secret by which this browser is known; "" if it never was."""
    name = known_cookie(people_of(request).settings.secure)
    return cookie_value(request.scope["headers"], name) or ""


async def _came(request: HttpRequest, account: Account, secret: str) -> Response[MeView]:
    """Answer who they are now, with the cookie of a new session; the one before has ended."""
    people = people_of(request)
    before = visitor_of(request)
    if before is not None and before.kind == "web":
        await people.store.close_one(before.account.id, before.session, "web")
    secure = people.settings.secure
    cookies = [session_cookie(secure, secret)]
    if not account.guest:
        known = await people.login_attempts.know(account.id, _browser(request))
        cookies.append(known_browser_cookie(secure, known))
    return Response(await me_view(request, account), headers=NO_STORE, cookies=cookies)


def _left(people: AccountService) -> Response[AcceptedView]:
    over = session_cookie(people.settings.secure, "")
    return Response(AcceptedView(), headers=NO_STORE, cookies=[over])


# --- coming and going --------------------------------------------------------------------------


@post("/api/me/guest", status_code=200, endpoint=Endpoint())
async def post_guest(request: HttpRequest, data: JSONBody[GuestBody]) -> Response[MeView]:
    """Sign in as a guest, with a name."""
    people = people_of(request)
    if visitor_of(request) is not None:
        raise RequestRefused("signed_in_already")
    came = await people.guest(data.name, data.language, address_of(request))
    return await _came(request, *came)


@post("/api/me/register", status_code=200, endpoint=Endpoint())
async def post_register(request: HttpRequest, data: JSONBody[RegisterBody]) -> Response[MeView]:
    """Register; a guest keeps the account, with its games."""
    people = people_of(request)
    visitor = None if visitor_of(request) is None else in_person(request)
    came = await people.register(
        visitor, data.name, data.password, data.email, data.language, address_of(request)
    )
    return await _came(request, *came)


@post("/api/me/sign-in", status_code=200, endpoint=Endpoint())
async def post_sign_in(request: HttpRequest, data: JSONBody[SignInBody]) -> Response[MeView]:
    """Sign in."""
    people = people_of(request)
    return await _came(
        request,
        *await people.sign_in(data.name, data.password, address_of(request), _browser(request)),
    )


@post("/api/me/sign-out", status_code=200, endpoint=Endpoint("person"))
async def post_sign_out(request: HttpRequest) -> Response[AcceptedView]:
    """Sign out in this browser."""
    people = people_of(request)
    await people.sign_out(in_person(request))
    return _left(people)


@post("/api/me/sign-out-everywhere", status_code=200, endpoint=Endpoint("person"))
async def post_sign_out_everywhere(request: HttpRequest) -> Response[AcceptedView]:
    """Sign out in all browsers; tokens of bots stay good."""
    people = people_of(request)
    await people.sign_out_everywhere(in_person(request))
    return _left(people)


@post("/api/me/erase", status_code=200, endpoint=Endpoint("person"))
async def post_erase(request: HttpRequest, data: JSONBody[EraseBody]) -> Response[AcceptedView]:
    """Erase my account for good."""
    people = people_of(request)
    await people.erase(in_person(request), data.password, data.words)
    return _left(people)


@put("/api/me/name", response_headers=NO_STORE, endpoint=Endpoint("person"))
async def put_name(request: HttpRequest, data: JSONBody[NameBody]) -> MeView:
    """Change my name."""
    people = people_of(request)
    account = account_of(request)
    await people.rename(account, data.name)
    return await me_view(request, await people.somebody(account.id))


@put("/api/me/language", response_headers=NO_STORE, endpoint=Endpoint("person"))
async def put_language(request: HttpRequest, data: JSONBody[LanguageBody]) -> MeView:
    """Set the language in which e-mails are written to me."""
    people = people_of(request)
    account = account_of(request)
    await people.store.change(account.id, language=data.language)
    return await me_view(request, await people.somebody(account.id))


@put("/api/me/password", endpoint=Endpoint("member"))
async def put_password(request: HttpRequest, data: JSONBody[PasswordBody]) -> Response[MeView]:
    """Change my password; all other sessions and tokens end."""
    people = people_of(request)
    visitor = in_person(request)
    secret = await people.change_password(visitor, data.old, data.new)
    return await _came(request, visitor.account, secret)


@put("/api/me/email", response_headers=NO_STORE, endpoint=Endpoint("member"))
async def put_email(request: HttpRequest, data: JSONBody[EmailBody]) -> MeView:
    """Change my e-mail address, or remove it."""
    people = people_of(request)
    account = account_of(request)
    await people.change_email(account, data.password, data.email)
    return await me_view(request, await people.somebody(account.id))


@post(
    "/api/me/email/confirmation",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint("member"),
)
async def post_confirmation(request: HttpRequest) -> MeView:
    """Ask for another e-mail that confirms my address, unless it is confirmed."""
    people = people_of(request)
    account = account_of(request)
    await people.send_confirmation(account)
    return await me_view(request, await people.somebody(account.id))


# --- recovery -----------------------------------------------------------------------------------


@post(
    "/api/recovery",
    status_code=202,
    response_headers=NO_STORE,
    endpoint=Endpoint(),
)
async def post_recovery(request: HttpRequest, data: JSONBody[RecoverBody]) -> AcceptedView:
    """Ask for an e-mail to set a new password with."""
    await people_of(request).recover(data.who, address_of(request), _browser(request))
    return AcceptedView()


@post("/api/recovery/password", status_code=200, endpoint=Endpoint())
async def post_new_password(
    request: HttpRequest, data: JSONBody[NewPasswordBody]
) -> Response[MeView]:
    """Set a new password with what the e-mail carried."""
    people = people_of(request)
    came = await people.new_password(data.key, data.password, address_of(request))
    return await _came(request, *came)


@post(
    "/api/recovery/email",
    status_code=200,
    response_headers=NO_STORE,
    endpoint=Endpoint(),
)
async def post_confirm(request: HttpRequest, data: JSONBody[KeyBody]) -> AcceptedView:
    """Confirm an e-mail address with what the e-mail carried."""
    await people_of(request).confirm_email(data.key, address_of(request))
    return AcceptedView()


# --- tokens -------------------------------------------------------------------------------------


@get("/api/me/tokens", response_headers=NO_STORE, endpoint=Endpoint("member"))
async def get_tokens(request: HttpRequest) -> TokensView:
    """Return my tokens for bots."""
    people = people_of(request)
    tokens = await people.store.tokens(account_of(request).id)
    return TokensView([token_view(row) for row in tokens])


@post("/api/me/tokens", response_headers=NO_STORE, endpoint=Endpoint("member"))
async def post_token(request: HttpRequest, data: JSONBody[TokenBody]) -> CreatedTokenView:
    """Create a token for a program that reads, plays or talks as me."""
    people = people_of(request)
    row, secret = await people.make_token(account_of(request), data.label, data.scopes, data.days)
    return CreatedTokenView(token_view(row), secret)


@delete("/api/me/tokens/{token:str}", endpoint=Endpoint("member"))
async def delete_token(request: HttpRequest, token: FromPath[str]) -> None:
    """End a token."""
    await people_of(request).drop_token(account_of(request), token)


# --- blocks -------------------------------------------------------------------------------------


@get("/api/me/blocks", response_headers=NO_STORE, endpoint=Endpoint("account"))
async def get_blocks(request: HttpRequest) -> BlocksView:
    """Return whom I have blocked."""
    people = people_of(request)
    blocked = await people.store.blocked(account_of(request).id)
    return BlocksView([person_view(each) for each in blocked])


@put(
    "/api/me/blocks/{account:str}",
    status_code=204,
    endpoint=Endpoint("person"),
)
async def put_block(request: HttpRequest, account: FromPath[str]) -> None:
    """Block somebody."""
    await people_of(request).block(account_of(request), account)


@delete("/api/me/blocks/{account:str}", endpoint=Endpoint("person"))
async def delete_block(request: HttpRequest, account: FromPath[str]) -> None:
    """Unblock somebody."""
    await people_of(request).unblock(account_of(request), account)
