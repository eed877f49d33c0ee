"""How live agents are spoken to, as pure objects: messages in, events out; commands in, messages out.

No socket, no clock, no asyncio and no chance in here. A format holds one side of one call, the caller's; whoever owns the
connection carries its messages, and decides what the events mean for the line. Needs `callproof[live]`.
"""
