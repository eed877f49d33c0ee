"""A number that is called: the voice webhook is asked, as the platform would, where the call's stream is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx
from pydantic import TypeAdapter, ValidationError

from callproof.calling.toolserver.hosts import LOOPBACK
from callproof.calling.transport import UnreachableError
from callproof.calling.wire.events import Problem
from callproof.calling.wire.twilio import CALLEE, CALLER, CallIdentity
from callproof.calling.wire.twiml import StreamInstruction, read_twiml, signature, webhook_form
from callproof.errors import InputError
from callproof.problems import from_pydantic

# The platform itself waits so long.
_ANSWERS_WITHIN_S = 15.0
_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class TwilioAccount:
    """The block `twilio:` of agent.yaml. With `auth_token` requests are signed, as agents that check it want it; `caller` and `callee`
    are the telephone numbers."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    auth_token: str | None = field(default=None, repr=False)
    caller: str = CALLER
    callee: str = CALLEE

    @classmethod
    def read(cls, settings: Mapping[str, Any], file: str) -> TwilioAccount:
        """Raises InputError."""
        try:
            return TypeAdapter(cls).validate_json(json.dumps(settings))
        except ValidationError as error:
            known = cls.__dataclass_fields__
            raise InputError(from_pydantic(error, file, known=known, within=("twilio",))) from None

    def signed(self, url: str, form: Mapping[str, str] | None = None) -> dict[str, str]:
        """The headers of a request."""
        return (
            {} if self.auth_token is None else {"X-Twilio-Signature": signature(self.auth_token, url, form)}
        )


async def ask_webhook(
    url: str,
    identity: CallIdentity,
    account: TwilioAccount,
    *,
    headers: Mapping[str, str],
    note: Callable[[str], None],
) -> StreamInstruction:
    """What the webhook says; `note` is told of what works here and fails, or acts otherwise, with the real platform.

    Raises UnreachableError for an answer that the platform would not take.
    """
    form = webhook_form(identity)
    try:
        async with httpx.AsyncClient(
            trust_env=False, timeout=_ANSWERS_WITHIN_S, follow_redirects=True
        ) as client:
            answer = await client.post(url, data=form, headers={**headers, **account.signed(url, form)})
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise UnreachableError(
            f"the voice webhook {url} cannot be reached: {error or type(error).__name__}"
        ) from None
    if not answer.is_success:
        said = answer.text.strip()[:_SHOWN]
        raise UnreachableError(
            f"the voice webhook {url} answers with {answer.status_code}{f': {said}' if said else ''}"
        )
    read = read_twiml(answer.content)
    if isinstance(read, Problem):
        raise UnreachableError(f"the voice webhook {url}: {read.message}")
    here = urlsplit(read.url).hostname in LOOPBACK
    for warning in read.warnings:
        if not (here and "wss://" in warning):
            note(f"the voice webhook {url}: {warning}")
    return read
