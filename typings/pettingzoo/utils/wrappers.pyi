from typing import TypeVar

from pettingzoo import AECEnv

_ObsType = TypeVar("_ObsType")
_ActionType = TypeVar("_ActionType")
_AgentID = TypeVar("_AgentID")

class OrderEnforcingWrapper(AECEnv[_AgentID, _ObsType, _ActionType]):
    def __init__(self, env: AECEnv[_AgentID, _ObsType, _ActionType]) -> None: ...
