"""Talk in games at one computer, put together: on a server, and in a page that has none."""

from __future__ import annotations

from djambi.server.bots.negotiation import BotNegotiation
from djambi.server.live.registry import ClientJoined, RoomLoaded
from djambi.server.live.room import EventStored, GameRoom, TableFollowed
from djambi.server.publisher import EventPublisher
from djambi.server.talk.aside_log import AsideLog
from djambi.server.talk.room import AsideStored, TalkFollowed
from djambi.server.talk.service import LocalPeople, TalkService


class LocalTalk:
    """The talk of one computer's games, with the bots that take part in it.

    Args:
        store: where it is kept.
        events: what happens at the games.
        bot_delay: seconds before a bot answers.
    """

    def __init__(self, store: AsideLog, events: EventPublisher, bot_delay: float) -> None:
        self.service = service = TalkService(store, LocalPeople(), events)
        self.negotiation = BotNegotiation(service.room_of, bot_delay)
        events.subscribe(RoomLoaded, self._load)
        events.subscribe(ClientJoined, service.joined)
        events.subscribe(EventStored, lambda event: service.tell(event.room))
        events.subscribe(TableFollowed, lambda event: service.tell(event.room))
        events.subscribe(AsideStored, lambda event: self.negotiation.wake(event.room))
        events.subscribe(TalkFollowed, lambda event: self.negotiation.wake(event.room))

    async def _load(self, event: RoomLoaded) -> None:
        await self.service.load(event.room)
        self.negotiation.wake(event.room)

    async def follow(self, room: GameRoom) -> None:
        """Read what was said at a game by way of another tab, if anybody talks there."""
        if self.service.room_of(room) is not None:
            await self.service.follow(room)

    async def close(self) -> None:
        """Stop the bots; what they were asked they answer when the game is used again."""
        await self.negotiation.close()
